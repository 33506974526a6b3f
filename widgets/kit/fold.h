#pragma once

#include <QAbstractButton>
#include <QWidget>

namespace bubblescope {

/// The heading of a section that can be folded: a section label with a chevron. While folded, it shows a short summary.
class FoldHeading : public QAbstractButton {
    Q_OBJECT
public:
    explicit FoldHeading(const QString& title, QWidget* parent = nullptr);

    /// Shown while folded.
    void setSummary(const QString& text);

    QSize sizeHint() const override { return {120, 26}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QString m_summary;
};

/// A section of a form: the heading and the content that it folds.
class Fold : public QWidget {
    Q_OBJECT
public:
    Fold(const QString& title, QWidget* content, QWidget* parent = nullptr);

    bool isOpen() const { return m_heading->isChecked(); }
    void setOpen(bool isOpen) { m_heading->setChecked(isOpen); }
    FoldHeading* heading() const { return m_heading; }

private:
    FoldHeading* m_heading = nullptr;
};

}  // namespace bubblescope
