#pragma once

#include "widgets/study/form/form_part.h"

namespace bubblescope {

class LinkButton;
class LiveEdit;
class TextEdit;

/// The experiment's title and its note: the first lines of the note until the user asks for all of it, which can then
/// be edited.
class TitlePart : public FormPart {
    Q_OBJECT
public:
    explicit TitlePart(const Experiment& shown, QWidget* parent = nullptr);

    void refresh() override;
    bool showError(const Error*) override { return false; }

    LiveEdit* title() const { return m_title; }
    TextEdit* note() const { return m_note; }
    LinkButton* more() const { return m_more; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void setOpen(bool isOpen);
    void showNote();

    LiveEdit* m_title = nullptr;
    QLabel* m_begin = nullptr;
    TextEdit* m_note = nullptr;
    LinkButton* m_more = nullptr;
    bool m_isOpen = false;
};

}  // namespace bubblescope
