#pragma once

#include <QWidget>

#include <array>

class QLabel;

namespace bubblescope {

/// A line of words below a page that presents: why what is picked waits, or else what the numbers mean; at its right a
/// note on what was just done.
class CaptionBar : public QWidget {
    Q_OBJECT
public:
    /// Whose words they are: the first that has any is heard.
    enum class Source { Why, Meaning };

    explicit CaptionBar(QWidget* parent = nullptr);

    /// Rich text; empty: none.
    void setCaption(Source source, const QString& text);
    /// What is shown.
    QString caption() const;
    /// A few words beside it: "D = 4"; empty: none.
    void setNote(const QString& text);
    QString note() const;
    void setPresenting(bool on);
    /// Beside a lesson, which has words of its own, nothing is said of what numbers mean.
    void setBesideLesson(bool on);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();

    std::array<QString, 2> m_texts;
    bool m_isPresenting = false, m_isBesideLesson = false;
    QLabel *m_text, *m_note;
};

}  // namespace bubblescope
